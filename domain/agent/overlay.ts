import type { CallResult, Scene } from './scene.js';

/**
 * Lays what calls would do over a scene, so that the calls and answers behind them see it before it is done. A visitor
 * who has told an address counts as a lead from the next step on.
 */
export function overlay(scene: Scene, results: readonly CallResult[]): Scene {
  let { known, hasMeeting, isLead } = scene;
  for (const { call, refused, value } of results) {
    if (refused) continue;
    if (call.tool === 'book_meeting') hasMeeting = true;
    if (call.tool !== 'capture_field') continue;
    const set = { value, confidence: call.confidence, setBy: 'agent' };
    const type = scene.agent.fields.find(({ key }) => key === call.key)?.type;
    known = { ...known, [call.key]: set };
    if (type === 'email' || type === 'phone') known = { ...known, [type]: known[type] ?? set };
    if (known.email || known.phone) isLead = true;
  }
  return { ...scene, known, hasMeeting, isLead, done: [...scene.done, ...results] };
}
