import { describeWalk } from "./walk.ts"

describeWalk([200, 3], [200, 3])
