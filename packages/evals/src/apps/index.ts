export * from "./call/index.ts"
export * from "./models/index.ts"
