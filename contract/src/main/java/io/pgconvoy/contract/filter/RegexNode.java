package io.pgconvoy.contract.filter;

import java.util.List;
import java.util.OptionalInt;

/** A regular expression as a tree. */
sealed interface RegexNode {
    /** One character of a set. */
    record Chars(CharSet set) implements RegexNode {}

    /** The beginning of the name. */
    record Begin() implements RegexNode {}

    /** The end of the name. */
    record End() implements RegexNode {}

    record Sequence(List<RegexNode> nodes) implements RegexNode {
        public Sequence {
            nodes = List.copyOf(nodes);
        }
    }

    record Alternatives(List<RegexNode> nodes) implements RegexNode {
        public Alternatives {
            nodes = List.copyOf(nodes);
        }
    }

    /** {@code most} is absent where there is no bound. */
    record Repeat(RegexNode node, int least, OptionalInt most) implements RegexNode {}
}
