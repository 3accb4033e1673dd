package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.TableName;
import io.pgconvoy.worker.application.CopyObserver;
import io.pgconvoy.worker.domain.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.postgresql.PGConnection;
import org.postgresql.largeobject.LargeObject;
import org.postgresql.largeobject.LargeObjectManager;

/**
 * Copies large objects under their OIDs: contents, owner, privileges, comment. Both connections are in transactions. Memory is
 * one chunk; pages that hold only zeros are left out on the target, as in an object that was never written there.
 */
final class LargeObjectCopier {
    /** What progress calls them: they have no table of their own. */
    private static final TableName NAME = new TableName("pg_catalog", "pg_largeobject");
    /** One round trip each way; a multiple of the page. */
    private static final int CHUNK = 1 << 20;
    /** LOBLKSIZE of a server with 8 KiB blocks: the unit that can be left out. */
    private static final int PAGE = 2048;

    private final Connection source;
    private final Connection target;
    private final CopyObserver observer;
    private final AtomicLong objects = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    LargeObjectCopier(Connection source, Connection target, CopyObserver observer) {
        this.source = source;
        this.target = target;
        this.observer = observer;
    }

    /** Both bounds belong to the range. OIDs that the source does not have are no error. */
    Tally copy(long firstOid, long lastOid) throws SQLException {
        observer.copying(NAME, objects::get, bytes::get);
        LargeObjectCatalog catalog = new LargeObjectCatalog(source, target);
        List<LargeObjectCatalog.Entry> entries = catalog.entries(firstOid, lastOid);
        catalog.requireRoles(entries);
        Set<Long> present = catalog.presentOnTarget(firstOid, lastOid);
        LargeObjectManager from = source.unwrap(PGConnection.class).getLargeObjectAPI();
        LargeObjectManager to = target.unwrap(PGConnection.class).getLargeObjectAPI();
        for (LargeObjectCatalog.Entry entry : entries) {
            boolean isNew = !present.contains(entry.oid());
            if (isNew) {
                PostgresWork.execute(target, "SELECT lo_create(" + entry.oid() + ")");
            }
            copyContents(from, to, entry.oid(), isNew);
            PostgresWork.execute(target, entry.dressing());
            objects.incrementAndGet();
        }
        return new Tally(objects.get(), bytes.get());
    }

    private void copyContents(LargeObjectManager from, LargeObjectManager to, long oid, boolean isNew)
            throws SQLException {
        try (LargeObject read = from.open(oid, LargeObjectManager.READ)) {
            byte[] chunk = new byte[CHUNK];
            int length = read.read(chunk, 0, CHUNK);
            if (length == 0 && isNew) {
                return;
            }
            try (LargeObject write = to.open(oid, LargeObjectManager.READWRITE)) {
                if (!isNew) {
                    write.truncate64(0);
                }
                copyChunks(read, write, chunk, length);
            }
        }
    }

    private void copyChunks(LargeObject read, LargeObject write, byte[] chunk, int firstLength) throws SQLException {
        long size = 0;
        long written = 0;
        int length = firstLength;
        while (length > 0) {
            int from = 0;
            while (from < length) {
                int end = endOfRun(chunk, from, length);
                if (!isZero(chunk, from, Math.min(from + PAGE, length))) {
                    if (written != size + from) {
                        write.seek64(size + from, LargeObject.SEEK_SET);
                    }
                    write.write(chunk, from, end - from);
                    written = size + end;
                }
                from = end;
            }
            size += length;
            bytes.addAndGet(length);
            length = length < CHUNK ? 0 : read.read(chunk, 0, CHUNK);
        }
        if (written < size) {
            write.truncate64(size); // which extends, too
        }
    }

    /** Where the pages end that are, like the one at {@code from}, all zeros or all not. */
    private static int endOfRun(byte[] chunk, int from, int length) {
        boolean zero = isZero(chunk, from, Math.min(from + PAGE, length));
        int end = Math.min(from + PAGE, length);
        while (end < length && isZero(chunk, end, Math.min(end + PAGE, length)) == zero) {
            end = Math.min(end + PAGE, length);
        }
        return end;
    }

    private static boolean isZero(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
