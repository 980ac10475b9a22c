// On both databases.
await import("./codes.test.ts")
