package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReframerTest {
    private static final byte[] COPY_DONE = {'c', 0, 0, 0, 4};

    @Test
    void howeverTheStreamIsCutItsPayloadComesOutWholeAndItsFramesAreCounted() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            int frames = random.nextInt(40);
            ByteArrayOutputStream payload = new ByteArrayOutputStream();
            byte[] stream = frames(random, payload, frames);
            Reframer reframer = new Reframer();
            ByteArrayOutputStream moved = new ByteArrayOutputStream();
            for (int at = 0; at < stream.length; ) {
                int count = Math.min(stream.length - at, 1 + random.nextInt(30));
                byte[] buffer = new byte[7 + count]; // the first seven bytes are not its own
                System.arraycopy(stream, at, buffer, 7, count);
                moved.write(buffer, 7, reframer.compact(buffer, 7, count) - 7);
                assertThat(reframer.stop()).isEqualTo(-1);
                at += count;
            }
            assertThat(moved.toByteArray()).isEqualTo(payload.toByteArray());
            assertThat(reframer.payloadBytes()).isEqualTo(payload.size());
            assertThat(reframer.frames()).isEqualTo(frames);
        }
    }

    @Test
    void aMessageOfAnotherKindStopsItAtItsFirstByte() {
        byte[] stream = ByteBuffer.allocate(5 + 3 + 5)
                .put((byte) 'd')
                .putInt(7)
                .put(new byte[] {1, 2, 3})
                .put(COPY_DONE)
                .array();
        Reframer reframer = new Reframer();
        assertThat(reframer.compact(stream, 0, stream.length)).isEqualTo(3);
        assertThat(reframer.stop()).isEqualTo(8);
        assertThat(Arrays.copyOf(stream, 3)).containsExactly(1, 2, 3);
    }

    private static byte[] frames(Random random, ByteArrayOutputStream payload, int count) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            byte[] row = new byte[random.nextInt(50)];
            random.nextBytes(row);
            payload.writeBytes(row);
            stream.write('d');
            stream.writeBytes(ByteBuffer.allocate(4).putInt(4 + row.length).array());
            stream.writeBytes(row);
        }
        return stream.toByteArray();
    }
}
