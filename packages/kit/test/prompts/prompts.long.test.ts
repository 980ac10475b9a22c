// On both databases.
await import("./prompts.test.ts")
