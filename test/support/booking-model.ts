import { randomFrom } from '../faults/support/random.js';

/** The response of one operation. */
export interface ModelAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** The environment of the model: an account's API, its hosts and leads, and a way to let a hold expire. */
export interface BookingModelFixture {
  ask(path: string, body: object): Promise<ModelAnswer>;
  expireHold(id: string): Promise<void>;
  /** Beginnings at full five minutes that the service offers of a host for the first type, over all days. */
  freeStarts(hostId: string, days: number): Promise<string[]>;
  hosts: readonly string[];
  leads: readonly string[];
  types: readonly ModelType[];
  booking(more: object): object;
  /** An instant of the n-th day. */
  at(time: string, day: number): string;
}

/** A meeting type as the model knows it. */
export interface ModelType {
  id: string;
  durationMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
}

/** Time of a host that was taken from some moment between two, and freed between two others. */
interface Claim {
  owner: string;
  host: string;
  from: number;
  to: number;
  askedAt: number;
  surelyAt: number;
  leavingAt: number;
  goneAt: number;
}

interface ModelMeeting {
  id: string;
  status: string;
  start: string;
  host: string;
  type: ModelType;
  claim: Claim;
  busy: boolean;
}

interface ModelHold {
  id: string;
  start: string;
  host: string;
  type: ModelType;
  claim: Claim;
  busy: boolean;
}

const OPERATIONS_A_DAY = 400;
const CELL_MS = 5 * 60_000;
const STATUS_WAYS: Record<string, Record<string, 'changes' | 'stays' | 'refused'>> = {
  scheduled: { confirm: 'changes', cancel: 'changes', complete: 'changes', no_show: 'changes' },
  confirmed: { confirm: 'stays', cancel: 'changes', complete: 'changes', no_show: 'changes' },
  completed: { confirm: 'refused', cancel: 'refused', complete: 'stays', no_show: 'changes' },
  no_show: { confirm: 'refused', cancel: 'refused', complete: 'changes', no_show: 'stays' },
  cancelled: { confirm: 'refused', cancel: 'stays', complete: 'refused', no_show: 'refused' },
};
const STATUS_OF: Record<string, string> = {
  confirm: 'confirmed',
  cancel: 'cancelled',
  complete: 'completed',
  no_show: 'no_show',
};
const STARTS = ['09', '10', '11', '12'].flatMap((hour) =>
  ['00', '05', '13', '20', '30', '40', '50'].map((m) => `${hour}:${m}`),
);

/**
 * Plays random operations by many callers at once and holds each answer against a model. Who takes time must not find
 * it surely taken all the while; who is refused must have met something that may have been there; a change of status is
 * exactly as the transitions say. In the end what the service offers is what the model has left. Returns what differed.
 */
export async function playBookings(
  fixture: BookingModelFixture,
  { operations, callers, seed }: { operations: number; callers: number; seed: number },
): Promise<{ faults: string[]; counts: Record<string, number> }> {
  const random = randomFrom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const claims = new Set<Claim>();
  const meetings: ModelMeeting[] = [];
  let holds: ModelHold[] = [];
  const faults: string[] = [];
  const counts: Record<string, number> = {};
  let clock = 0;
  let done = 0;
  /** Meetings that took place keep their time, so the play moves on to another day now and then. */
  const today = () => Math.floor(done / OPERATIONS_A_DAY);
  const someTime = () => fixture.at(pick(STARTS), today());
  const open = new Set<number>();
  const running = new Set<Promise<ModelAnswer>>();
  const expiring: Promise<void>[] = [];
  const tick = () => {
    clock += 1;
    return clock;
  };

  const spanOf = (start: string, type: ModelType) => {
    const begin = Date.parse(start);
    const from = begin - type.bufferBeforeMinutes * 60_000;
    const to = begin + (type.durationMinutes + type.bufferAfterMinutes) * 60_000;
    return { from: Math.floor(from / CELL_MS), to: Math.ceil(to / CELL_MS) };
  };
  const meets = (claim: Claim, host: string, span: { from: number; to: number }) =>
    claim.host === host && claim.from < span.to && span.from < claim.to;
  const others = (except: readonly string[]) => [...claims].filter(({ owner }) => !except.includes(owner));

  /** Returns whether the span was surely taken all through an operation that ran from `begun` to `ended`. */
  const surelyTaken = (
    host: string,
    span: { from: number; to: number },
    begun: number,
    ended: number,
    except: string[],
  ) => others(except).some((claim) => meets(claim, host, span) && claim.surelyAt < begun && claim.leavingAt > ended);
  const maybeTaken = (
    host: string,
    span: { from: number; to: number },
    begun: number,
    ended: number,
    except: string[],
  ) => others(except).some((claim) => meets(claim, host, span) && claim.askedAt < ended && claim.goneAt > begun);

  const take = (owner: string, host: string, span: { from: number; to: number }, askedAt: number): Claim => {
    const claim = { owner, host, ...span, askedAt, surelyAt: Infinity, leavingAt: Infinity, goneAt: Infinity };
    claims.add(claim);
    return claim;
  };
  const leave = (claim: Claim) => {
    claim.leavingAt = tick();
    return () => {
      claim.goneAt = tick();
    };
  };
  const forgetOld = () => {
    const oldest = Math.min(clock, ...open);
    for (const claim of claims) if (claim.goneAt < oldest) claims.delete(claim);
    holds = holds.filter(({ claim }) => claim.goneAt === Infinity);
  };

  /** An operation that wants time of one of some hosts. */
  async function wantTime(
    name: string,
    { path, body, host, start, type, except, mayMove }: TimeWish,
  ): Promise<{ claim: Claim; host: string; answer: ModelAnswer } | undefined> {
    const span = spanOf(start, type);
    const begun = tick();
    open.add(begun);
    // Until the answer is there it may be anybody's time.
    const candidates = (mayMove ? fixture.hosts : [host]).map((each) => take(`${name}/${begun}`, each, span, begun));
    const asked = fixture.ask(path, body);
    running.add(asked);
    const answer = await asked;
    running.delete(asked);
    const ended = tick();
    open.delete(begun);
    const own = [...except, `${name}/${begun}`];
    if (answer.status === 201 || answer.status === 200) {
      const meeting = answer.body.meeting as { host_id: string } | undefined;
      const got = meeting?.host_id ?? host;
      for (const claim of candidates) {
        if (claim.host === got) claim.surelyAt = ended;
        else claim.goneAt = ended;
      }
      if (surelyTaken(got, span, begun, ended, own)) faults.push(`${name} ${start}: took time that was taken`);
      counts[`${name} done`] = (counts[`${name} done`] ?? 0) + 1;
      return { claim: candidates.find((claim) => claim.host === got) as Claim, host: got, answer };
    }
    for (const claim of candidates) claim.goneAt = ended;
    if (answer.status === 409 && answer.body.code === 'SLOT_CONFLICT') {
      const hosts = mayMove ? fixture.hosts : [host];
      for (const each of hosts) {
        if (!maybeTaken(each, span, begun, ended, own)) faults.push(`${name} ${start}: refused though it was free`);
      }
      counts[`${name} refused`] = (counts[`${name} refused`] ?? 0) + 1;
    } else {
      faults.push(`${name} ${start}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
    return undefined;
  }

  const book = async (lead_id: string) => {
    const type = pick(fixture.types);
    const free = holds.filter(({ busy }) => !busy);
    const hold = random() < 0.3 && free.length > 0 ? pick(free) : undefined;
    const [host, start] = hold ? [hold.host, hold.start] : [pick(fixture.hosts), someTime()];
    if (hold) hold.busy = true;
    const wanted = hold?.type ?? type;
    const gone = hold && leave(hold.claim);
    const got = await wantTime('book', {
      path: '/meetings/book',
      body: fixture.booking({
        lead_id,
        host_id: host,
        meeting_type_id: wanted.id,
        starts_at: start,
        hold_id: hold?.id,
      }),
      host,
      start,
      type: wanted,
      except: hold ? [hold.claim.owner] : [],
      mayMove: false,
    });
    if (hold && !got) {
      // Refused: the hold has run out or stays, which the next look at it tells.
      hold.claim.leavingAt = Infinity;
      hold.busy = false;
    }
    if (!got) return;
    gone?.();
    const { id, status } = got.answer.body.meeting as { id: string; status: string };
    meetings.push({ id, status, start, host, type: wanted, claim: got.claim, busy: false });
  };

  const holdTime = async () => {
    const type = pick(fixture.types);
    const [host, start] = [pick(fixture.hosts), someTime()];
    const body = { host_id: host, meeting_type_id: type.id, starts_at: start, ttl_seconds: 900 };
    const got = await wantTime('hold', {
      path: '/meetings/holds',
      body,
      host,
      start,
      type,
      except: [],
      mayMove: false,
    });
    if (!got) return;
    const { id } = got.answer.body.hold as { id: string };
    holds.push({ id, start, host, type, claim: got.claim, busy: false });
  };

  const expire = async () => {
    const free = holds.filter(({ busy }) => !busy);
    if (free.length === 0) return holdTime();
    const hold = pick(free);
    hold.busy = true;
    const gone = leave(hold.claim);
    await fixture.expireHold(hold.id);
    // Earlier callers may still get the result of an earlier check, together with concurrent callers of the same.
    expiring.push(Promise.allSettled([...running]).then(gone));
  };

  const someMeeting = (): ModelMeeting | undefined => {
    // Mostly a late one: the early ones have come to their end.
    const free = meetings.slice(-60).filter(({ busy }) => !busy);
    return free.length === 0 ? undefined : pick(free);
  };

  const reschedule = async (lead: string) => {
    const meeting = someMeeting();
    if (!meeting) return book(lead);
    meeting.busy = true;
    const start = someTime();
    const mayMove = random() < 0.5;
    const path = `/meetings/${meeting.id}/reschedule`;
    const body = { starts_at: start, keep_host: !mayMove };
    const movable = meeting.status === 'scheduled' || meeting.status === 'confirmed';
    if (!movable || start === meeting.start) {
      const answer = await fixture.ask(path, body);
      const wanted = movable ? [200, false] : [409, 'MEETING_NOT_MODIFIABLE'];
      const said = [answer.status, movable ? answer.body.changed : answer.body.code];
      if (String(said) !== String(wanted)) faults.push(`reschedule of ${meeting.status}: ${said}`);
    } else {
      const gone = leave(meeting.claim);
      const { host, type } = meeting;
      const got = await wantTime('reschedule', {
        path,
        body,
        host,
        start,
        type,
        except: [meeting.claim.owner],
        mayMove,
      });
      if (got) {
        gone();
        const { status } = got.answer.body.meeting as { status: string };
        if (status !== 'scheduled') faults.push(`reschedule left it ${status}`);
        Object.assign(meeting, { status: 'scheduled', start, host: got.host, claim: got.claim });
      } else {
        meeting.claim.leavingAt = Infinity;
      }
    }
    meeting.busy = false;
  };

  const settle = (verb: string) => async (lead: string) => {
    const meeting = someMeeting();
    if (!meeting) return book(lead);
    meeting.busy = true;
    const way = STATUS_WAYS[meeting.status]?.[verb];
    const gone = verb === 'cancel' && way === 'changes' ? leave(meeting.claim) : undefined;
    const answer = await fixture.ask(`/meetings/${meeting.id}/${verb}`, {});
    gone?.();
    const said =
      answer.status === 200
        ? answer.body.changed
          ? 'changes'
          : 'stays'
        : answer.body.code === 'MEETING_NOT_MODIFIABLE'
          ? 'refused'
          : `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
    if (said !== way) faults.push(`${verb} of ${meeting.status}: ${said}, expected ${way}`);
    if (way === 'changes') meeting.status = STATUS_OF[verb] as string;
    counts[`${verb} ${way}`] = (counts[`${verb} ${way}`] ?? 0) + 1;
    meeting.busy = false;
  };

  const acts = [
    ...[book, book, book, book, book, holdTime, reschedule, reschedule, reschedule, expire],
    ...[settle('cancel'), settle('cancel'), settle('cancel'), settle('cancel'), settle('confirm')],
    ...[settle('confirm'), settle('no_show'), settle('complete')],
  ];
  const caller = async (n: number) => {
    while (done < operations && faults.length === 0) {
      done += 1;
      await pick(acts)(fixture.leads[n % fixture.leads.length] as string);
      if (done % 50 === 0) forgetOld();
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, n) => caller(n)));
  await Promise.all(expiring);

  for (const hostId of fixture.hosts) {
    const days = today() + 1;
    const offered = new Set(await fixture.freeStarts(hostId, days));
    const type = fixture.types[0] as ModelType;
    const starts = Array.from({ length: days }, (_, day) =>
      STARTS.filter((time) => !time.endsWith('3')).map((time) => fixture.at(time, day)),
    );
    for (const start of starts.flat()) {
      const taken = [...claims].some((claim) => claim.goneAt === Infinity && meets(claim, hostId, spanOf(start, type)));
      if (offered.has(start) === taken)
        faults.push(`at the end ${start} of ${hostId} is ${taken ? 'offered' : 'lost'}`);
    }
  }
  return { faults, counts };
}

interface TimeWish {
  path: string;
  body: object;
  host: string;
  start: string;
  type: ModelType;
  /** The names whose time doesn't count. */
  except: string[];
  mayMove: boolean;
}
