import { writeImage } from "./writeImage.ts"

/** Writes the image that the processes of tests begin from: see `preload.mjs`. */
export default (): Promise<void> => writeImage([], process.env["PGLITE_EMPTY_IMAGE"]!)
