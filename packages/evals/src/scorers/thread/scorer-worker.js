// Sources are started by the name that the build gives.
export * from "./scorer-worker.ts"
