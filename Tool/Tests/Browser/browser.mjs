// Factory, MIT licence; see LICENSE
//
// Headless Chromium through the DevTools protocol, over a pipe: needs no package of npm.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Browser {
  #process;
  #pending = new Map();
  #listeners = new Map();
  #number = 0;
  #rest = "";
  #profile = mkdtempSync(join(tmpdir(), "factory-chromium-"));

  constructor(command = process.env.CHROMIUM ?? "chromium") {
    this.#process = spawn(command, [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--no-first-run", "--hide-scrollbars", "--remote-debugging-pipe",
      `--user-data-dir=${this.#profile}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.#process.on("error", (error) => { throw error; });
    this.#process.stdio[4].setEncoding("utf8").on("data", (text) => this.#receive(text));
    this.#process.on("exit", () => {
      for (const { reject } of this.#pending.values()) reject(new Error("Chromium has ended"));
    });
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#number;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject, method }));
  }

  #receive(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop();
    for (const message of messages.map((json) => JSON.parse(json))) {
      const waiting = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.error) {
        waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
      } else if (waiting) waiting.resolve(message.result);
      else this.#listeners.get(message.sessionId)?.(message.method, message.params);
    }
  }

  /// Opens a page in a new tab and waits until it is drawn. A script runs before those of the page.
  async open(url, { width = 1440, height = 900, dark = false, scale = 1, script } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = new Tab(this, sessionId, targetId);
    this.#listeners.set(sessionId, (method, params) => tab.heard(method, params));
    for (const domain of ["Page", "Runtime", "Network", "Log"]) await tab.send(`${domain}.enable`);
    await tab.send("Emulation.setDeviceMetricsOverride",
      { width, height, deviceScaleFactor: scale, mobile: false });
    await tab.emulate({ dark });
    if (script) await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: script });
    tab.url = url;
    await tab.send("Page.navigate", { url });
    await tab.waitFor("document.documentElement.dataset.ready === 'true'");
    return tab;
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.on("exit", resolve));
    await this.send("Browser.close").catch(() => {});
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Tab {
  errors = [];
  requests = [];

  constructor(browser, sessionId, targetId) {
    Object.assign(this, { browser, sessionId, targetId });
  }

  send(method, params) { return this.browser.send(method, params, this.sessionId); }

  heard(method, params) {
    if (method === "Runtime.exceptionThrown") {
      this.errors.push(params.exceptionDetails.exception?.description
        ?? params.exceptionDetails.text);
    } else if (method === "Runtime.consoleAPICalled") {
      const texts = params.args.map((argument) => argument.value ?? argument.description);
      if (["error", "warning"].includes(params.type)) this.errors.push(texts.join(" "));
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      this.errors.push(params.entry.text);
    } else if (method === "Network.requestWillBeSent") {
      const { url } = params.request;
      if (url.split("#")[0] !== this.url && !url.startsWith("data:")) this.requests.push(url);
    }
  }

  emulate({ dark = false, reducedMotion = true, media = "" }) {
    return this.send("Emulation.setEmulatedMedia", {
      media,
      features: [
        { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
        { name: "prefers-reduced-motion", value: reducedMotion ? "reduce" : "no-preference" },
      ],
    });
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate",
      { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  async waitFor(condition, seconds = 20) {
    const end = Date.now() + seconds * 1000;
    while (!(await this.evaluate(`Boolean(${condition})`).catch(() => false))) {
      if (Date.now() > end) {
        throw new Error(`waited ${seconds} s for ${condition}; ${this.errors.join("; ")}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /// Two frames, in which what has changed is drawn.
  frames() {
    return this.evaluate("new Promise((done) => requestAnimationFrame(() => "
      + "requestAnimationFrame(() => done(0))))");
  }

  /// Presses a key, such as `ArrowDown`, `Enter` or `a`.
  async press(key, modifiers = 0) {
    const codes = { Enter: 13, Escape: 27, Tab: 9, Home: 36, End: 35, ArrowLeft: 37, ArrowUp: 38,
      ArrowRight: 39, ArrowDown: 40, " ": 32 };
    const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
    const event = { key, text, modifiers,
      windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0) };
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  type(text) { return this.send("Input.insertText", { text }); }

  async click(x, y) {
    const event = { x, y, button: "left", clickCount: 1 };
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...event });
    await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...event });
  }

  /// Clicks the middle of the first element that a selector finds.
  async clickOn(selector) {
    const place = await this.evaluate(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
    await this.click(place.x, place.y);
  }

  async screenshot(file) {
    await this.frames();
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  async pdf(file) {
    const { data } = await this.send("Page.printToPDF",
      { printBackground: true, preferCSSPageSize: true });
    const bytes = Buffer.from(data, "base64");
    if (file) writeFileSync(file, bytes);
    return bytes;
  }

  close() { return this.browser.send("Target.closeTarget", { targetId: this.targetId }); }
}
