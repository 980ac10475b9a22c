import { describeAccess } from "./access.ts"

describeAccess(true)
