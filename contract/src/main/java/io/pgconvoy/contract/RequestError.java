package io.pgconvoy.contract;

import java.util.Optional;

/**
 * One thing that is wrong with a request.
 *
 * @param pointer JSON pointer to the place, empty for the whole document
 * @param found what stands there, shortened; absent where it could be a secret
 * @param allowed what may stand there
 * @param remedy what to do
 */
public record RequestError(
        ErrorCode code, String pointer, Optional<String> found, Optional<String> allowed, String remedy) {
    @Override
    public String toString() {
        return code
                + " at "
                + (pointer.isEmpty() ? "/" : pointer)
                + found.map(f -> ": found " + f).orElse("")
                + allowed.map(a -> "; allowed: " + a).orElse("")
                + "; "
                + remedy;
    }
}
