import { describe } from 'vitest'
import { screens, variants } from './all-screens.ts'
import { checkWithAxe } from './axe.ts'

describe('at 390 px, dark', () => checkWithAxe({ width: 390, colorScheme: 'dark' }, [...screens, ...variants]))
