// On both databases.
await import("./events.test.ts")
