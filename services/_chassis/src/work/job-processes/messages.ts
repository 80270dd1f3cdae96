/** A job of a job process. The process reads the input of the job, `bytes` long, from its standard input. */
export interface Job {
  bytes: number
}

/** Message of a job process. `ready`: the process has started. `problem`: the process refused the input. */
export type JobReply<Result> =
  | { kind: 'ready' }
  | { kind: 'done'; result: Result; rss: number }
  | { kind: 'problem'; problem: string; rss: number }

/** The input of a job is not acceptable. The message says why. */
export class JobRefused extends Error {}
