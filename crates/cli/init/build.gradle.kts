tasks.register<Exec>("jacana") {
    group = "verification"
    description = "Finds what breaks in this project."
    dependsOn("classes")
    commandLine("jacana", "scan", "--no-build", "--time", "5m", projectDir)
}
