package io.pgconvoy.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import javax.net.SocketFactory;

/** Lets pgjdbc connect through a Unix domain socket. The driver makes it by name and gives it the socket's path. */
public final class UnixSocketFactory extends SocketFactory {
    private final UnixDomainSocketAddress address;

    public UnixSocketFactory(String path) {
        this.address = UnixDomainSocketAddress.of(path);
    }

    @Override
    public Socket createSocket() {
        return new UnixSocket(address);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw unsupported();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        throw unsupported();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw unsupported();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        throw unsupported();
    }

    private static SocketException unsupported() {
        return new SocketException("a Unix domain socket has no host and port");
    }
}
