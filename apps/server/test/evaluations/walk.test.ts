import { describeWalk } from "./walk.ts"

// Once in full: with as many on both databases and over each surface it is a long run.
describeWalk((database, surface) => (database === "PostgreSQL" && surface === "REST" ? [200, 3] : [40, 3]))
