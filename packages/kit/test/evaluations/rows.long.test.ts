// On both databases.
await import("./rows.test.ts")
