import type { Platform } from '@app/contracts/rules/task-status.ts'

/** The platforms whose posts `NetworkFrame` can show. */
export const networks = ['platform_x', 'platform_fb', 'platform_insta', 'platform_li'] as const satisfies readonly Platform[]
export type Network = (typeof networks)[number]
