import { describeWalk } from "./walk.ts"

// As many on both are a long run's.
describeWalk((database) => (database === "PostgreSQL" ? [200, 3] : [40, 3]))
