import { describeWalk } from "./walk.ts"

describeWalk([80, 3], [24, 3])
