// Sources are started by the name that the build gives.
export * from "./view-compiler-worker.ts"
