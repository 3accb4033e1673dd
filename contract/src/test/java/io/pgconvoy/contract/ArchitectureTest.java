package io.pgconvoy.contract;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the module of messages may know. */
@AnalyzeClasses(packages = "io.pgconvoy.contract", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** A closed list: whatever else comes into the world, Kafka, JDBC or a framework, is not on it. */
    @ArchTest
    static final ArchRule messagesAndFoldKnowOnlyTheJdkAndPersistentCollections = classes()
            .that()
            .resideInAnyPackage("io.pgconvoy.contract", "io.pgconvoy.contract.state", "io.pgconvoy.contract.filter")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.pgconvoy.contract",
                    "io.pgconvoy.contract.state",
                    "io.pgconvoy.contract.filter",
                    "java.lang..",
                    "java.util..",
                    "java.time..",
                    "java.nio.charset",
                    "org.pcollections");

    @ArchTest
    static final ArchRule theWireKnowsJsonBesidesAndNothingElse = classes()
            .that()
            .resideInAPackage("io.pgconvoy.contract.wire")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.pgconvoy.contract",
                    "io.pgconvoy.contract.filter",
                    "io.pgconvoy.contract.wire",
                    "java.lang..",
                    "java.util..",
                    "java.time..",
                    "java.io",
                    "java.nio..",
                    "java.security",
                    "com.fasterxml.jackson..",
                    "com.networknt.schema..");

    @ArchTest
    static final ArchRule messagesDoNotKnowTheFold = noClasses()
            .that()
            .resideInAPackage("io.pgconvoy.contract")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.pgconvoy.contract.state", "io.pgconvoy.contract.wire");

    @ArchTest
    static final ArchRule packagesHaveNoCycle =
            slices().matching("io.pgconvoy.contract.(*)..").should().beFreeOfCycles();
}
