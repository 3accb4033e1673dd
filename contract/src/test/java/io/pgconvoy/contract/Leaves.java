package io.pgconvoy.contract;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The concrete members of a sealed family, in the order of their declaration: what a test must not forget one of. */
public final class Leaves {
    private Leaves() {}

    public static List<Class<?>> of(Class<?> family) {
        return stream(family).distinct().toList();
    }

    private static Stream<Class<?>> stream(Class<?> type) {
        return type.isSealed() ? Arrays.stream(type.getPermittedSubclasses()).flatMap(Leaves::stream) : Stream.of(type);
    }
}
