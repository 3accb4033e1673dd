package io.pgconvoy.contract.filter;

import io.pgconvoy.contract.filter.RegexNode.Alternatives;
import io.pgconvoy.contract.filter.RegexNode.Begin;
import io.pgconvoy.contract.filter.RegexNode.Chars;
import io.pgconvoy.contract.filter.RegexNode.End;
import io.pgconvoy.contract.filter.RegexNode.Repeat;
import io.pgconvoy.contract.filter.RegexNode.Sequence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * A POSIX extended regular expression. Matching takes time in proportion to name times expression whatever the two are: all
 * ways through the expression are followed at once (Thompson), none is tried again. Immutable.
 */
final class Regex {
    /** Bounded repetitions are written out; nested ones multiply. */
    private static final int MOST_STEPS = 10_000;

    private final List<Step> steps;

    private Regex(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    private sealed interface Step {}

    private record Take(CharSet set) implements Step {}

    private record Fork(int first, int second) implements Step {}

    private record AtBegin() implements Step {}

    private record AtEnd() implements Step {}

    private record Found() implements Step {}

    static Regex compile(String text) throws BadFilter {
        Compiler compiler = new Compiler();
        compiler.add(RegexParser.parse(text));
        compiler.steps.add(new Found());
        return new Regex(compiler.steps);
    }

    /** Whether it matches anywhere in the name, as {@code ~} does. */
    boolean isIn(String name) {
        int[] text = name.codePoints().toArray();
        BitSet now = new BitSet();
        for (int at = 0; at <= text.length; at++) {
            if (follow(now, 0, at, text.length)) {
                return true;
            }
            BitSet next = new BitSet();
            if (at < text.length) {
                for (int s = now.nextSetBit(0); s >= 0; s = now.nextSetBit(s + 1)) {
                    if (steps.get(s) instanceof Take take
                            && take.set().has(text[at])
                            && follow(next, s + 1, at + 1, text.length)) {
                        return true;
                    }
                }
            }
            now = next;
        }
        return false;
    }

    /** Adds all that is reached from a step without taking a character; whether that is the end of the expression. */
    private boolean follow(BitSet reached, int from, int at, int length) {
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int s = open.pop();
            if (reached.get(s)) {
                continue;
            }
            reached.set(s);
            switch (steps.get(s)) {
                case Found f -> {
                    return true;
                }
                case Fork f -> {
                    open.push(f.first());
                    open.push(f.second());
                }
                case AtBegin b -> {
                    if (at == 0) {
                        open.push(s + 1);
                    }
                }
                case AtEnd e -> {
                    if (at == length) {
                        open.push(s + 1);
                    }
                }
                case Take t -> {}
            }
        }
        return false;
    }

    private static final class Compiler {
        private final List<Step> steps = new ArrayList<>();
        private int nodes;

        void add(RegexNode node) throws BadFilter {
            nodes++;
            if (nodes > MOST_STEPS) {
                throw BadFilter.regex("repetitions that multiply", "an expression of at most " + MOST_STEPS + " steps");
            }
            switch (node) {
                case Chars n -> steps.add(new Take(n.set()));
                case Begin n -> steps.add(new AtBegin());
                case End n -> steps.add(new AtEnd());
                case Sequence n -> {
                    for (RegexNode part : n.nodes()) {
                        add(part);
                    }
                }
                case Alternatives n -> alternatives(n.nodes());
                case Repeat n -> repeat(n);
            }
        }

        private void alternatives(List<RegexNode> nodes) throws BadFilter {
            List<Integer> ends = new ArrayList<>();
            for (int i = 0; i < nodes.size() - 1; i++) {
                int fork = reserve();
                add(nodes.get(i));
                ends.add(reserve());
                steps.set(fork, new Fork(fork + 1, steps.size()));
            }
            add(nodes.getLast());
            ends.forEach(end -> steps.set(end, new Fork(steps.size(), steps.size())));
        }

        private void repeat(Repeat n) throws BadFilter {
            for (int i = 0; i < n.least(); i++) {
                add(n.node());
            }
            if (n.most().isEmpty()) {
                int fork = reserve();
                add(n.node());
                steps.add(new Fork(fork, fork));
                steps.set(fork, new Fork(fork + 1, steps.size()));
            } else {
                List<Integer> forks = new ArrayList<>();
                for (int i = n.least(); i < n.most().getAsInt(); i++) {
                    forks.add(reserve());
                    add(n.node());
                }
                forks.forEach(fork -> steps.set(fork, new Fork(fork + 1, steps.size())));
            }
        }

        private int reserve() {
            steps.add(new Fork(0, 0));
            return steps.size() - 1;
        }
    }
}
