// Sources are started by the name that the build gives.
export * from "./validation-worker.ts"
