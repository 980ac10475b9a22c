/** What is used of jstat, which brings no types. */
declare module "jstat" {
  interface StudentT {
    /** P(T ≤ t) with `degreesOfFreedom`. */
    readonly cdf: (t: number, degreesOfFreedom: number) => number
    readonly inv: (probability: number, degreesOfFreedom: number) => number
  }
  const jstat: {
    readonly studentt: StudentT
    /** The regularized incomplete beta function I_x(a, b). */
    readonly ibeta: (x: number, a: number, b: number) => number
  }
  export default jstat
}
