import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { dateText, Id, nullableOneOf, nullableText, oneOf } from '../primitives.ts'
import { monthWeeks, recurrenceTypes, weekdays } from '../rules/recurrence.ts'

/** A recurring task with its rule. Each occurrence is a task of its own. The later occurrences become tasks one after the other. */
export const Series = Type.Object({
  _id: Id,
  companyProfileId: Id,
  title: Type.String(),
  recurrenceType: oneOf(recurrenceTypes),
  weeklyDayOfWeek: nullableOneOf(weekdays),
  monthlyWeek: nullableOneOf(monthWeeks),
  monthlyDayOfWeek: nullableOneOf(weekdays),
  recurrenceStartDate: Type.String({ description: 'YYYY-MM-DD' }),
  recurrenceEndDate: Type.String({ description: 'YYYY-MM-DD' }),
  nextDate: nullableText('YYYY-MM-DD; the date of the next occurrence that is not a task yet; null if none follows'),
  version: Type.Integer({ description: 'increases when the owner changes the series; send it with a change to detect conflicts' }),
})
export type Series = Type.Static<typeof Series>

const SeriesParams = Type.Object({ seriesId: Id })
const SeriesVersion = Type.Optional(Type.Integer({ minimum: 1 }))

export const getSeries = defineRoute({
  id: 'getSeries',
  service: 'tasks',
  method: 'GET',
  url: '/task/series/:seriesId',
  access: 'signed-in',
  summary: 'Returns a series. 404 for a series of another owner',
  schema: { params: SeriesParams, response: { 200: Series } },
})

export const changeSeries = defineRoute({
  id: 'changeSeries',
  service: 'tasks',
  method: 'PUT',
  url: '/task/series/:seriesId',
  access: 'owner',
  idempotent: true,
  summary:
    'Changes the rule and the end of a series for the occurrences that are not tasks yet. The new rule begins with its first date that is ' +
    'not before the next date of the old rule. 422 for an end before tomorrow. 409 with the current series if it has another `version`',
  schema: {
    params: SeriesParams,
    body: Type.Object(
      {
        recurrenceType: oneOf(recurrenceTypes),
        weeklyDayOfWeek: Type.Optional(nullableOneOf(weekdays)),
        monthlyWeek: Type.Optional(nullableOneOf(monthWeeks)),
        monthlyDayOfWeek: Type.Optional(nullableOneOf(weekdays)),
        recurrenceEndDate: dateText(),
        version: SeriesVersion,
      },
      { additionalProperties: false },
    ),
    response: { 200: Series },
  },
})

export const endSeries = defineRoute({
  id: 'endSeries',
  service: 'tasks',
  method: 'POST',
  url: '/task/series/:seriesId/end',
  access: 'owner',
  idempotent: true,
  summary: 'Ends a series: no further occurrence becomes a task. If the series has ended already, nothing changes',
  schema: { params: SeriesParams, response: { 200: Series } },
})

export const skipOccurrence = defineRoute({
  id: 'skipOccurrence',
  service: 'tasks',
  method: 'POST',
  url: '/task/series/:seriesId/skip',
  access: 'owner',
  idempotent: true,
  summary: 'Skips the next occurrence of a series. 409 with the current series if `date` is not the date of the next occurrence',
  schema: {
    params: SeriesParams,
    body: Type.Object({ date: dateText() }, { additionalProperties: false }),
    response: { 200: Series },
  },
})
