/**
 * Starting a live explorer inside plain HTML: the page of any other, with the controls, and a call for its widget.
 */

import { boot } from "./boot.js";
import { livePanel } from "./live-panel.js";
import { call } from "./meeting.js";

/** @param {Element | null} script the running script */
export function bootLive(script) {
  boot(script, { panel: livePanel, started: call });
}
