// Factory, MIT licence; see LICENSE
//
// Scopes as colours and shapes, and lines for the kinds of edges.
import { UNSCOPED } from "./model.mjs";

/// Outlines in a box of 16 × 16.
export const SHAPES = {
  circle: "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12z",
  triangle: "M8 1.5 15 14H1z",
  square: "M2.5 2.5h11v11h-11z",
  diamond: "M8 .5 15.5 8 8 15.5.5 8z",
  star: "M8 .5l2.2 5 5.3.4-4 3.6 1.2 5.5L8 12.1 3.3 15l1.2-5.5-4-3.6 5.3-.4z",
  plus: "M5.8 1.5h4.4v4.3h4.3v4.4h-4.3v4.3H5.8v-4.3H1.5V5.8h4.3z",
  flag: "M8 14.5 1 2h14z",
  hexagon: "M4.5 2h7L15 8l-3.5 6h-7L1 8z",
  ring: "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM8 4.4a3.6 3.6 0 1 1 0 7.2a3.6 3.6 0 1 1 0-7.2z",
};
const DISC = "M8 0a8 8 0 1 0 0 16A8 8 0 1 0 8 0z";
/// Signs, as holes in their shapes.
export const SIGNS = {
  circle: {
    color: "--error", meaning: "In a circle",
    path: `${DISC}M12.05 5.06A5 5 0 1 1 6.45 3.24L7.01 4.96A3.2 3.2 0 1 0 10.59 6.12z`
      + "M6.08 2.1 9.77 3.11 7.38 6.1z",
  },
  error: {
    color: "--error", meaning: "With an error", path: `${DISC}M7 3.2h2v6H7zM7 10.8h2v2H7z`,
  },
  warning: {
    color: "--warning", meaning: "With a warning",
    path: "M8 .3 16 15.2H0zM7.1 5.4h1.8v4.8H7.1zM7.1 11.5h1.8v1.9H7.1z",
  },
};
const KNOWN_STYLES = {
  singleton: ["--vermilion", "diamond"],
  cached: ["--blue", "circle"],
  shared: ["--green", "triangle"],
  graph: ["--purple", "square"],
  [UNSCOPED]: ["--grey", "ring"],
};
const CUSTOM_COLORS = ["--orange", "--sky", "--yellow"];
const CUSTOM_SHAPES = ["star", "plus", "flag", "hexagon"];

/// The pattern of dashes and the width of the lines of each kind.
export const LINES = {
  construct: { dash: [], width: 1.3, meaning: "needed to create it" },
  lazy: { dash: [7, 4], width: 1.3, meaning: "resolved when first used" },
  weak: { dash: [2, 4], width: 1.6, meaning: "held weakly" },
  dynamic: { dash: [9, 3, 2, 3], width: 1.3, meaning: "resolved at each use" },
  resolve: { dash: [], width: 0.8, meaning: "resolved by code" },
  register: { dash: [1.5, 3], width: 1, meaning: "registered by code" },
};

/// The line of an edge, or of a bundle: wider if it has more edges, and dashed if all are of one
/// such kind.
export function lineOf(link) {
  if (!link.isBundle) return LINES[link.kind];
  const kinds = new Set(link.edges.map(({ kind }) => kind));
  const { dash } = LINES[kinds.size === 1 ? link.edges[0].kind : "construct"];
  return { dash, width: 1 + Math.log2(link.edges.length) * 0.45 };
}

export function scopeStyles(scopes) {
  const styles = new Map();
  let customs = 0;
  for (const scope of scopes) {
    let style = Object.hasOwn(KNOWN_STYLES, scope) ? KNOWN_STYLES[scope] : undefined;
    if (!style) {
      style = [CUSTOM_COLORS[customs % CUSTOM_COLORS.length],
        CUSTOM_SHAPES[customs % CUSTOM_SHAPES.length]];
      customs += 1;
    }
    styles.set(scope, { color: style[0], shape: style[1] });
  }
  return styles;
}

/// The colours of the style sheet as the canvas needs them, which does not know variables: those
/// that the page has, or those of a scheme.
export function readColors(scheme = "") {
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.style.colorScheme = scheme;
  document.body.append(probe);
  const colors = new Map();
  const names = ["--canvas", "--text", "--muted", "--line", "--accent", "--error", "--warning",
    "--card", "--frame",
    ...Object.values(KNOWN_STYLES).map(([color]) => color), ...CUSTOM_COLORS];
  for (const name of names) {
    probe.style.color = `var(${name})`;
    colors.set(name, getComputedStyle(probe).color);
    probe.style.color = `color-mix(in srgb, var(${name}) var(--tint), var(--card))`;
    colors.set(`${name} tint`, getComputedStyle(probe).color);
  }
  probe.remove();
  return colors;
}

const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/// An element of HTML. Attributes whose value is a function are listeners; text is never
/// markup.
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function filledMark(style, path, color) {
  return svg("svg", { class: style, viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("path", { d: path, "fill-rule": "evenodd", style: `fill: var(${color})` }));
}

export function scopeMark({ color, shape }) { return filledMark("mark", SHAPES[shape], color); }

/// `circle`, or the severity of a finding.
export function findingMark(name) {
  const { path, color } = SIGNS[name];
  return filledMark(`mark ${name}-mark`, path, color);
}

export function codeMark() {
  return svg("svg", { class: "mark code-mark", viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("path", { d: "M5 3 1 8l4 5M11 3l4 5-4 5" }));
}

export function lineMark(kind) {
  const { dash, width } = LINES[kind];
  const line = svg("path", { d: "M1 8h25", "stroke-width": width * 1.4 });
  line.setAttribute("stroke-dasharray", dash.join(" "));
  const head = svg("path", { d: "M26 4l7 4-7 4z", class: "head" });
  return svg("svg", { class: "line-mark", viewBox: "0 0 34 16", "aria-hidden": "true" },
    line, head);
}
