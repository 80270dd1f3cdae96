import { refusedField } from '@app/chassis/http/errors.ts'
import type { BoardTask, listBoardTasks as contract, TaskSort } from '@app/contracts/http/board.ts'
import { taskStatuses } from '@app/contracts/rules/task-status.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { selectCards, withImageUrls } from './board-card.repository.ts'
import { keysOf } from './keys-of-page.ts'
import type { Key } from './task-order.ts'
import type { Page } from './task-page.repository.ts'

type Query = Omit<Type.Static<typeof contract.schema.querystring>, 'manager'> & { sort: TaskSort; managerId: string | undefined }

/** No index supports these sort orders for the tasks of one turn. */
const sortsWithoutTurn: readonly TaskSort[] = ['review', 'target']

export function keysOfBoardTasks({ db }: TasksDeps, query: Query, after: Key | undefined, limit: number): Promise<Key[]> {
  const { status, open, companyProfileId, turn, unconfirmed, managerId, findings, search, sort } = query
  if (turn && sortsWithoutTurn.includes(sort)) throw refusedField('sort', 'Tasks of one turn are not sorted by review or target date.')
  const page: Page = {
    statuses: taskStatuses.filter(
      (candidate) =>
        (status ?? candidate) === candidate && !(open && candidate === 'Posted') && (turn === undefined || candidate === 'Pending'),
    ),
    companyId: companyProfileId,
    turn,
    unconfirmed,
    managerId,
    findings,
    sort,
    after,
    limit,
  }
  return keysOf(db, page, search)
}

/** Returns the cards of these tasks in the given order. */
export async function cardsOf({ db, store }: TasksDeps, taskIds: readonly number[]): Promise<BoardTask[]> {
  const cards = new Map((await selectCards(db, taskIds)).map((card) => [card.taskId, card]))
  return taskIds.flatMap((id) => cards.get(id) ?? []).map((card) => withImageUrls(card, store.publicUrl))
}
