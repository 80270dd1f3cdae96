import { setTimeout as sleep } from 'node:timers/promises'
import { unlessInterrupted } from '../../bench/interruption.ts'
import { admin } from '../product.ts'
import { type Ask, type Figures, requestUntilAnswered, zeroFigures } from './ask.ts'
import { signInAdmin, type Told, tellStory } from './story.ts'
import type { Stage } from './story-campaign.ts'

export interface Traffic {
  figures: Figures
  /** Those that were told to their end. */
  stories: Told[]
  /** Why a story broke off: each is a loss. */
  broken: string[]
  /** Lets the stories under way come to their end. */
  end(): Promise<void>
}

/** Between two stories of one teller, so that what is measured is not a machine at its limit. */
const PAUSE_MS = 200

interface TrafficOptions {
  /** So many owners at a time tell one story after the other. */
  tellers: number
  /** The admin. */
  as?: typeof admin
  /** Without it stories have no campaign. */
  stage?: Stage
}

export async function startTraffic(origin: string, { tellers, as = admin, stage }: TrafficOptions): Promise<Traffic> {
  const figures = zeroFigures()
  const stories: Told[] = []
  const broken: string[] = []
  const ask: Ask = (asked) => requestUntilAnswered(origin, figures, asked)
  const adminToken = await signInAdmin(ask, as)
  let isOver = false

  async function tell(): Promise<void> {
    while (!isOver) {
      await tellStory(ask, adminToken, stage).then(
        (story) => stories.push(story),
        (error: unknown) => broken.push(String(error)),
      )
      await unlessInterrupted(sleep(PAUSE_MS))
    }
  }

  const telling = Promise.all(Array.from({ length: tellers }, tell))
  telling.catch(() => {})
  return {
    figures,
    stories,
    broken,
    async end() {
      isOver = true
      await unlessInterrupted(telling)
    },
  }
}
