// Sources are started by the name that the build gives.
export * from "./schema-worker.ts"
