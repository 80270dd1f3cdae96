import { describe } from 'vitest'
import { screens } from './all-screens.ts'
import { checkWithAxe } from './axe.ts'

describe('at 1440 px, light', () => checkWithAxe({ width: 1440, colorScheme: 'light' }, screens))
