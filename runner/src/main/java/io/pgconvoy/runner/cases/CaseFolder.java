package io.pgconvoy.runner.cases;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pgconvoy.runner.cases.HarnessText.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One case as it lies on disk.
 *
 * @param right from index.tsv; EQUAL for a case that is not in it
 */
record CaseFolder(String id, Path path, Right right) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The cases of a folder in the order of their ids.
     *
     * @param wanted ids or names of folders; empty for all
     * @throws IllegalArgumentException if one of them is not there, or index.tsv cannot be understood
     */
    static List<CaseFolder> in(Path folder, List<String> wanted) throws IOException {
        Map<String, Right> rights = rights(folder.resolve("index.tsv"));
        List<CaseFolder> cases = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : all.filter(p -> Files.isRegularFile(p.resolve("source.sql")))
                    .sorted()
                    .toList()) {
                String name = path.getFileName().toString();
                String id = name.replaceFirst("-.*", "");
                if (wanted.isEmpty() || wanted.contains(id) || wanted.contains(name)) {
                    cases.add(new CaseFolder(id, path, rights.getOrDefault(id, Right.EQUAL)));
                }
            }
        }
        for (String each : wanted) {
            if (cases.stream().noneMatch(c -> c.id().equals(each) || c.path().endsWith(each))) {
                throw new IllegalArgumentException("no case " + each + " in " + folder);
            }
        }
        return cases;
    }

    private static Map<String, Right> rights(Path index) throws IOException {
        Map<String, Right> rights = new TreeMap<>();
        if (!Files.exists(index)) {
            return rights;
        }
        List<String> lines = Files.readAllLines(index);
        List<String> heads = List.of(lines.getFirst().split("\t"));
        int right = heads.indexOf("right");
        int mode = heads.indexOf("mode");
        if (!heads.getFirst().equals("id") || right < 0) {
            throw new IllegalArgumentException(index + " has no columns id and right");
        }
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split("\t", -1);
            boolean follows = mode >= 0 && fields[mode].contains("follow");
            Right read = Right.of(fields[right]);
            // What makes such a case fail happens while the source is followed; the copy before it has no excuse.
            rights.put(fields[0], read == Right.LOUD && follows ? Right.EQUAL : read);
        }
        return rights;
    }

    /** What has to be run, one run at least. */
    List<Run> runs() throws IOException {
        return HarnessText.read(text("harness.txt").orElse(""));
    }

    Optional<Path> file(String name) {
        return Optional.of(path.resolve(name)).filter(Files::exists);
    }

    Optional<String> text(String name) throws IOException {
        Optional<Path> file = file(name);
        return file.isPresent() ? Optional.of(Files.readString(file.get(), StandardCharsets.UTF_8)) : Optional.empty();
    }

    /** What expect.sql gives on the source before live.sql. */
    Optional<String> expected() throws IOException {
        Optional<String> before = text("expect-before-live.txt");
        return before.isPresent() ? before : text("expect.txt");
    }

    /** A value of createdb.json. */
    Optional<String> createdb(String key) throws IOException {
        Optional<String> json = text("createdb.json");
        return json.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(JSON.readValue(json.get(), new TypeReference<Map<String, String>>() {})
                        .get(key));
    }

    /** The files for SHAREDIR/extension of the case with this id beside this one. */
    List<Path> extensionFiles(String of) throws IOException {
        for (CaseFolder each : in(path.getParent(), List.of(of))) {
            Optional<Path> folder = each.file("extension");
            if (folder.isPresent()) {
                try (Stream<Path> files = Files.list(folder.get())) {
                    return files.sorted().toList();
                }
            }
        }
        return List.of();
    }
}
