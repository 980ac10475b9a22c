// On both databases.
await import("./processes.test.ts")
