// On both databases.
await import("./walk.test.ts")
