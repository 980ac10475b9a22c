import { getPageView, listPageViews } from "./orval/api.js"
import { absent, asked, expectAnswers, headers } from "./world.js"

const listed = await listPageViews(asked, undefined, { headers })
if (listed.status !== 200) throw new Error(JSON.stringify(listed.data))
const { effort } = listed.data.data.items[0].references
// @ts-expect-error The values of a map have a type.
void effort?.nothing

const refused = await getPageView(absent, undefined, { headers })
expectAnswers(effort, refused.status, refused.status === 404 ? refused.data.error.code : undefined)
