import type { RouteContract } from '@app/contracts/define.ts'
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Reply } from '../src/shared/api/route-types.ts'
import { answer, never, refusal, reply } from '../src/testing/api.ts'
import { openApp } from '../src/testing/open.tsx'

/** What a user does or sees, or a mocked response. A list of steps is also a step. */
export type Step = (() => unknown) | readonly Step[]
type Name = string | RegExp
type Role = Parameters<typeof page.getByRole>[0]

const roleNamed = (role: Role, name?: Name): Locator => page.getByRole(role, name === undefined ? {} : { name }).first()
export const button = (name: Name): Locator => roleNamed('button', name)

/** Returns a function that returns a step. The step calls `run` with the same arguments. */
const step =
  <Args extends unknown[]>(run: (...args: Args) => unknown) =>
  (...args: Args): Step =>
  () =>
    run(...args)

export const visit = step((address: string) => openApp(address))
export const click = step((role: Role, name: Name) => roleNamed(role, name).click())
export const press = step((name: Name) => button(name).click())
export const pressInDialog = step((name: Name) => page.getByRole('dialog').getByRole('button', { name }).last().click())
export const keys = step((text: string) => userEvent.keyboard(text))
/** Replaces the text of the field with this name. */
export const enter = step((name: Name, text: string, role: Role = 'textbox') => roleNamed(role, name).fill(text))
export const choose = step((name: Name, option: string) => roleNamed('combobox', name).selectOptions(option))

const expectVisible = (shown: Locator) => expect.element(shown).toBeVisible()
/** The element, or an element that contains the text, becomes visible. */
export const see = step((shown: Name | Locator) => {
  const isText = typeof shown === 'string' || shown instanceof RegExp
  return expectVisible(isText ? page.getByText(shown, { exact: false }).first() : shown)
})
export const seeRole = step((role: Role, name?: Name) => expectVisible(roleNamed(role, name)))
export const seeHeading = step((name: Name) => expectVisible(page.getByRole('heading', { name, exact: false }).first()))
export const seeDialog = step((name: Name) => expectVisible(page.getByRole('dialog', { name, exact: false }).first()))
export const seeInDialog = step((role: Role, name?: Name) =>
  expectVisible(
    page
      .getByRole('dialog')
      .getByRole(role, name === undefined ? {} : { name })
      .first(),
  ),
)

/** From now on, the route answers with this value. */
export const serve = <R extends RouteContract>(route: R, value: Reply<R>): Step => step(() => answer(route, () => reply(route, value)))()
/** From now on, the route does not answer. */
export const hold = step((route: RouteContract) => answer(route, never))
/** From now on, the route refuses requests. */
export const fail = (route: RouteContract, status = 503, message = 'Being restarted.', more: object = {}): Step =>
  step(() => answer(route, () => refusal(status, message, more)))()
