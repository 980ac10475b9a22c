import { describeIds } from "./ids.ts"

describeIds(false)
