import {
  answerReturn,
  type Colleague,
  changeColleague,
  inviteColleague,
  listColleagues,
  removeColleague,
} from '@app/contracts/http/colleagues.ts'
import type { ColleagueRight } from '@app/contracts/rules/colleagues.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { toast } from '../../../shared/ui/notify.tsx'

export const colleaguesQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: ['colleagues', companyProfileId],
    queryFn: ({ signal }) => call(listColleagues, { params: { companyProfileId }, signal }),
  })

/** Returns a function that changes the loaded list. Running requests are canceled, because their responses do not contain the change. */
function useChangedList(companyProfileId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = colleaguesQuery(companyProfileId)
  return async (change: (list: readonly Colleague[]) => Colleague[]) => {
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (known) => known && change(known))
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** Returns a function that invites a colleague. */
export function useInviteColleague(companyProfileId: string) {
  const changeList = useChangedList(companyProfileId)
  return async (invitation: { name: string; email: string; may: ColleagueRight }): Promise<Colleague> => {
    const invited = await call(inviteColleague, { params: { companyProfileId }, body: invitation })
    await changeList((list) => [...list, invited])
    return invited
  }
}

/** Changes whether a colleague may decide. */
export function useChangeColleague(companyProfileId: string, { _id: colleagueId }: Colleague) {
  const changeList = useChangedList(companyProfileId)
  return useMutation({
    mutationFn: (may: ColleagueRight) => call(changeColleague, { params: { companyProfileId, colleagueId }, body: { may } }),
    async onSuccess(changed) {
      await changeList((list) => list.map((one) => (one._id === colleagueId ? changed : one)))
      toast.success('Setting saved')
    },
    onError: (error) => toast.failed(messageOf(error, 'We couldn’t save the setting')),
  })
}

/** Removes a colleague. */
export function useRemoveColleague(companyProfileId: string, { _id: colleagueId }: Colleague) {
  const changeList = useChangedList(companyProfileId)
  return useMutation({
    mutationFn: () => call(removeColleague, { params: { companyProfileId, colleagueId } }),
    async onSuccess({ message }) {
      await changeList((list) => list.filter(({ _id }) => _id !== colleagueId))
      toast.success(message)
    },
    onError: (error) => toast.failed(messageOf(error, 'We couldn’t remove the colleague')),
  })
}

/** Accepts or refuses the request of a colleague who left and wants to come back. */
export function useAnswerReturn(companyProfileId: string, { _id: colleagueId, name }: Colleague) {
  const changeList = useChangedList(companyProfileId)
  return useMutation({
    mutationFn: (isAccepted: boolean) => call(answerReturn, { params: { companyProfileId, colleagueId }, body: { isAccepted } }),
    async onSuccess(changed, isAccepted) {
      await changeList((list) => list.map((one) => (one._id === colleagueId ? changed : one)))
      toast.success(isAccepted ? `${name} is your colleague again.` : `You refused. ${name} sees nothing.`)
    },
    onError: (error) => toast.failed(messageOf(error, 'We couldn’t save your answer')),
  })
}
