export { callModelApp } from "./call-model-app.ts"
export { type Connection, modelBound, type ModelRequest } from "./call-model.ts"
export { judge, judgeBound, type JudgeCall, type JudgeResult } from "./judge.ts"
