package io.pgconvoy.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A Unix domain socket with the face of {@link Socket} that pgjdbc needs: both directions at once from two threads, read timeouts,
 * and closing from a third thread. Options that only TCP has are accepted and do nothing.
 */
final class UnixSocket extends Socket {
    private final UnixDomainSocketAddress address;
    private volatile Open open;
    private volatile int readTimeoutMillis;
    private volatile boolean closed;

    UnixSocket(UnixDomainSocketAddress address) {
        this.address = address;
    }

    /** The channel does not block; each direction waits on a selector of its own, which a close wakes up. */
    private record Open(SocketChannel channel, Selector readable, Selector writable) {
        static Open to(UnixDomainSocketAddress address) throws IOException {
            SocketChannel channel = SocketChannel.open(address);
            try {
                channel.configureBlocking(false);
                Selector readable = Selector.open();
                Selector writable = Selector.open();
                channel.register(readable, SelectionKey.OP_READ);
                channel.register(writable, SelectionKey.OP_WRITE);
                return new Open(channel, readable, writable);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }
    }

    @Override
    public void connect(SocketAddress ignored) throws IOException {
        connect(ignored, 0);
    }

    /** Connects to the socket this was made for: the driver's address is only a label. Local, so no timeout is needed. */
    @Override
    public void connect(SocketAddress ignored, int timeoutMillis) throws IOException {
        try {
            open = Open.to(address);
        } catch (IOException e) {
            SocketException named = new SocketException("cannot connect to socket " + address + ": " + e.getMessage());
            named.initCause(e);
            throw named;
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        Open socket = connected();
        return new InputStream() {
            private final byte[] one = new byte[1];

            @Override
            public int read() throws IOException {
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                ByteBuffer buffer = ByteBuffer.wrap(into, offset, length);
                while (true) {
                    int count = socket.channel().read(buffer);
                    if (count != 0) {
                        return count;
                    }
                    await(socket.readable(), readTimeoutMillis);
                }
            }

            @Override
            public void close() throws IOException {
                UnixSocket.this.close();
            }
        };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        Open socket = connected();
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                ByteBuffer buffer = ByteBuffer.wrap(from, offset, length);
                while (buffer.hasRemaining()) {
                    if (socket.channel().write(buffer) == 0) {
                        await(socket.writable(), 0);
                    }
                }
            }

            @Override
            public void close() throws IOException {
                UnixSocket.this.close();
            }
        };
    }

    private void await(Selector selector, int timeoutMillis) throws IOException {
        try {
            int ready = selector.select(timeoutMillis);
            selector.selectedKeys().clear();
            if (closed) {
                throw new SocketException("Socket closed");
            }
            if (ready == 0 && timeoutMillis > 0) {
                throw new SocketTimeoutException("no answer within " + timeoutMillis + " ms");
            }
        } catch (ClosedSelectorException e) {
            SocketException closedByOther = new SocketException("Socket closed");
            closedByOther.initCause(e);
            throw closedByOther;
        }
    }

    private Open connected() throws SocketException {
        Open socket = open;
        if (socket == null) {
            throw new SocketException("Socket is not connected");
        }
        return socket;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        Open socket = open;
        if (socket != null) {
            socket.channel().close();
            socket.readable().close();
            socket.writable().close();
        }
    }

    @Override
    public boolean isConnected() {
        return open != null;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void setSoTimeout(int millis) {
        readTimeoutMillis = millis;
    }

    @Override
    public int getSoTimeout() {
        return readTimeoutMillis;
    }

    @Override
    public void setSoLinger(boolean on, int seconds) {}

    @Override
    public void setTcpNoDelay(boolean on) {}

    @Override
    public void setKeepAlive(boolean on) {}

    @Override
    public void setSendBufferSize(int bytes) {}

    @Override
    public void setReceiveBufferSize(int bytes) {}

    @Override
    public int getSendBufferSize() {
        return 8192; // what the driver sizes its own buffer by
    }

    @Override
    public int getReceiveBufferSize() {
        return 8192;
    }
}
