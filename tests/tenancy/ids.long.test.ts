import { describeIds } from "./ids.ts"

describeIds(true)
