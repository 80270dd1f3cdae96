import { type ChangeEvent, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../api/api-error.ts'
import type { Draft } from './drafts.ts'
import { useSubmitCycle } from './use-submit-cycle.ts'

interface Fault {
  field: string
  message: string
}

interface FormOptions<V, Answer> {
  /** What stands in it before anything is entered. */
  initial: V
  /** The values as they are checked and sent, e.g. without surrounding space. */
  tidy?: (values: V) => V
  /** What keeps it from being sent, in the order it is to be said. Asked again with every change. */
  check?: (values: V) => readonly Fault[]
  /** Says what is wrong with a field as it is entered, not only once it was to be sent. */
  eager?: boolean
  /** Hears why it is not sent, for a toast. The sentences stand under their fields anyway. */
  onRefuse?: (faults: readonly Fault[]) => void
  /** Rejects when it was not taken. */
  send: (values: V) => Promise<Answer>
  /** Goes on from here; not if the form has been left meanwhile. */
  onSent?: (answer: Answer, values: V) => void
  /** The control in which what the server names is entered, where that has another name. */
  controlOf?: (field: string) => string
  /** `isSaid` where the server's sentences now stand under the fields they are about. */
  onFailure?: (error: Error, isSaid: boolean, values: V) => void
  /** Milliseconds after which what was sent is followed by the next: the form is empty again. Without, it stays as sent. */
  idleAfter?: number
  /** Hears that it waits for the next; not if the form has been left meanwhile. */
  onIdle?: () => void
  /** Keeps all but files until it is sent. Not for a form that holds a secret. */
  draft?: Draft
}

type NameOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string
type FileNameOf<V> = { [K in keyof V]: File extends V[K] ? K : never }[keyof V] & string

type Change = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

export type FormOf<V extends object> = ReturnType<typeof useForm<V, unknown>>

/** Those that there are, of what may be wrong with each field. */
export const faultsIn = (sentences: Record<string, string | false | undefined>): Fault[] =>
  Object.entries(sentences).flatMap(([field, message]) => (message ? [{ field, message }] : []))

const noFaults = () => []
const asEntered = <V>(values: V): V => values
const asNamed = (field: string): string => field
/** The value that a control is about: "steps" of "steps.0.date". */
const rootOf = (control: string): string => control.split('.')[0] ?? control

/**
 * What is entered into a form, what is wrong with it, and its sending. Faults are said when it is to be sent, with the
 * focus in the first of these fields, and from then on as fields change.
 */
export function useForm<V extends object, Answer>(options: FormOptions<V, Answer>) {
  const { tidy = asEntered, check = noFaults, eager = false, onRefuse, send, controlOf = asNamed } = options
  const { onSent, onFailure, idleAfter, onIdle } = options
  const [initial, setInitial] = useState(options.initial)
  const [draft] = useState(options.draft)
  const [values, setValues] = useState(initial)
  // Known at once, also to who asks between two renders.
  const latest = useRef(values)
  const [isKept, setKept] = useState(true)
  const [isRestored, setRestored] = useState(false)
  /** The fields whose faults are said; none are before the first try. */
  const [told, setTold] = useState<ReadonlySet<string> | undefined>(eager ? new Set() : undefined)
  const [refused, setRefused] = useState<readonly Fault[]>([])
  const element = useRef<HTMLFormElement>(null)
  const cycle = useSubmitCycle(idleAfter, onIdle)
  const isBusy = cycle.state === 'busy'
  const faults = told ? check(tidy(values)).filter(({ field }) => told.has(field)) : []

  function hold(next: V, first = initial): void {
    latest.current = next
    setValues(next)
    const entered = difference(next, first).filter(([, value]) => !(value instanceof File))
    if (entered.length > 0) setKept(draft?.keep(Object.fromEntries(entered)) ?? true)
    else draft?.drop()
  }

  function set(change: Partial<V>): void {
    hold({ ...latest.current, ...change })
    setRefused((faults) => faults.filter(({ field }) => !(rootOf(field) in change)))
    setTold((fields) => fields && new Set([...fields, ...Object.keys(change)]))
  }

  /** It begins with other values from now on; `next` is what stands in it then. */
  function rebase(first: V, next: V): void {
    setInitial(first)
    hold(next, first)
  }

  function clear(): void {
    hold(initial)
    setTold(eager ? new Set() : undefined)
    setRefused([])
    setRestored(false)
  }

  // Not with the first render, which takes over what stands on a public page, as far as it was filled in before that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it comes
  useLayoutEffect(() => {
    const kept = likeInitial(draft?.read(), initial)
    const found = { ...kept, ...enteredIn(element.current, initial) }
    if (Object.keys(found).length > 0) hold({ ...latest.current, ...found })
    setRestored(Object.keys(kept).length > 0)
  }, [])

  function tell(faults: readonly Fault[], how: () => void): void {
    // The sentence is there before the focus comes, and is read out with the field.
    flushSync(how)
    const fields = new Set(faults.map(({ field }) => field))
    const controls = [...(element.current?.elements ?? [])] as HTMLInputElement[]
    controls.find(({ name }) => fields.has(name))?.focus()
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (!cycle.isIdle()) return
    const entered = tidy(latest.current)
    const faults = check(entered)
    if (faults.length === 0) return void sendOff(entered)
    tell(faults, () => setTold(new Set(faults.map(({ field }) => field))))
    onRefuse?.(faults)
  }

  async function sendOff(entered: V): Promise<void> {
    let answer: Answer
    try {
      answer = await cycle.run(() => send(entered))
    } catch (error) {
      const sentences = error instanceof ApiError ? error.errors : []
      const named = sentences
        .map(({ field, message }) => ({ field: controlOf(field), message }))
        .filter(({ field }) => rootOf(field) in initial)
      tell(named, () => setRefused(named))
      return onFailure?.(error as Error, named.length > 0, entered)
    }
    if (idleAfter === undefined) draft?.drop()
    else clear()
    if (element.current) onSent?.(answer, entered)
  }

  const errorOf = (name: string) => [...refused, ...faults].find(({ field }) => field === name)?.message
  const change = (name: string, value: unknown) => set({ [name]: value } as Partial<V>)
  const choice = <N extends NameOf<V, string>>(name: N) => ({
    name,
    value: values[name] as string,
    error: errorOf(name),
    onChange: ({ currentTarget }: Change) => change(name, currentTarget.value),
  })

  return {
    values,
    state: cycle.state,
    set,
    submit,
    /** What is wrong with a field, for what is no field of the form's own. */
    errorOf,
    /** For a field of text, which stands still while it is sent. */
    text: <N extends NameOf<V, string>>(name: N) => ({ ...choice(name), readOnly: isBusy }),
    /** For a list to choose from. */
    choice,
    /** For a check box. */
    flag: <N extends NameOf<V, boolean>>(name: N) => ({
      name,
      checked: values[name] as boolean,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change(name, currentTarget.checked),
    }),
    /** For a file. */
    file: <N extends FileNameOf<V>>(name: N) => ({
      name,
      file: values[name],
      error: errorOf(name),
      onChange: (file: V[N]) => change(name, file),
    }),
    /** Of its `form` element. */
    element,
    /** Holds what would be lost if it went now; not while it is sent. */
    isUnsent: () => cycle.isIdle() && difference(latest.current, initial).length > 0,
    /** Holds what no draft keeps. */
    isUnkept: cycle.state !== 'done' && (!isKept || Object.values(values).some((value) => value instanceof File)),
    /** Began with what had been kept. */
    isRestored,
    rebase,
    /** Empties it, and what is kept of it. */
    clear,
  }
}

const difference = <V extends object>(values: V, initial: V): [string, unknown][] =>
  Object.entries(values).filter(([name, value]) => value !== initial[name as keyof V])

/** Returns what a draft, which an earlier build may have kept, holds for the present fields. A file may replace an address. */
function likeInitial<V extends object>(kept: object | undefined, initial: V): Partial<V> {
  const known = Object.entries(kept ?? {}).filter(
    ([name, value]) => typeof value === typeof initial[name as keyof V] || (name in initial && value instanceof File),
  )
  return Object.fromEntries(known) as Partial<V>
}

/** What stands in the fields of text before the first change is heard. */
function enteredIn<V extends object>(form: HTMLFormElement | null, initial: V): Partial<V> {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[]
  const texts = controls.filter(({ name, files }) => !files && typeof initial[name as keyof V] === 'string')
  const entered = texts.filter(({ name, value }) => value !== initial[name as keyof V])
  return Object.fromEntries(entered.map(({ name, value }) => [name, value])) as Partial<V>
}
