// The hosts of every framework.
await import("./examples-of-hosts.test.ts")
