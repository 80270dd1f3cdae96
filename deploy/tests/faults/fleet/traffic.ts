import { setTimeout as sleep } from 'node:timers/promises'
import { unlessInterrupted } from '../../bench/interruption.ts'
import { admin } from '../../support/product.ts'
import { type Ask, type Figures, requestUntilSuccess, zeroFigures } from './ask.ts'
import { runStory, type StoryParts, type StoryResult, signInAdmin } from './story.ts'

export interface Traffic {
  figures: Figures
  stories: StoryResult[]
  /** Errors of the stories that failed (`story.ts`). The test fails if there is any error. */
  broken: string[]
  /** Starts no new stories and waits for the running ones. */
  end(): Promise<void>
}

/** Pause between two stories of an owner, so that the machine is not overloaded. */
const PAUSE_MS = 200

interface TrafficOptions extends Omit<StoryParts, 'origin'> {
  /** Number of simulated owners. Each owner runs one story (`story.ts`) after the other. */
  owners: number
  as?: typeof admin
}

export async function startTraffic(origin: string, { owners, as = admin, ...parts }: TrafficOptions): Promise<Traffic> {
  const figures = zeroFigures()
  const stories: StoryResult[] = []
  const broken: string[] = []
  const ask: Ask = (options) => requestUntilSuccess(origin, figures, options)
  const adminToken = await signInAdmin(ask, as)
  let isOver = false

  async function runStories(): Promise<void> {
    while (!isOver) {
      await runStory(ask, adminToken, { ...parts, origin }).then(
        (story) => stories.push(story),
        (error: unknown) => broken.push(String(error)),
      )
      await unlessInterrupted(sleep(PAUSE_MS))
    }
  }

  const running = Promise.all(Array.from({ length: owners }, runStories))
  running.catch(() => {})
  return {
    figures,
    stories,
    broken,
    async end() {
      isOver = true
      await unlessInterrupted(running)
    },
  }
}
