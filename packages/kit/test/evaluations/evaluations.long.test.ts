// On both databases.
await import("./evaluations.test.ts")
