import { describeRightServers } from "./right-servers.ts"

describeRightServers({})
