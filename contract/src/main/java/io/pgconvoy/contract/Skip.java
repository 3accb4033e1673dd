package io.pgconvoy.contract;

/** What a clone can be told to leave undone, named as the seed operator names it. */
public enum Skip {
    LARGE_OBJECTS("largeObjects"),
    EXTENSIONS("extensions"),
    EXTENSION_COMMENTS("extensionComments"),
    COLLATIONS("collations"),
    /** Nothing is ever vacuumed: the word is understood so that specifications port over. */
    VACUUM("vacuum"),
    ANALYZE("analyze"),
    DB_PROPERTIES("dbProperties"),
    CTID_SPLIT("ctidSplit");

    private final String word;

    Skip(String word) {
        this.word = word;
    }

    /** As it stands in a request. */
    public String word() {
        return word;
    }
}
