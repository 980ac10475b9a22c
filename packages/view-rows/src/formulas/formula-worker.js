// Sources are started by the name that the build gives.
export * from "./formula-worker.ts"
