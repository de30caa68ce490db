// Factory, MIT licence; see LICENSE
//
// Statistics of samples.

/// The median: the middle sample, or the mean of the two middle samples.
public func median(_ samples: [Double]) -> Double {
  precondition(!samples.isEmpty, "the median of nothing")
  return quantile(0.5, of: samples)
}

/// The interquartile range as a fraction of the median.
public func spread(_ samples: [Double]) -> Double {
  let middle = median(samples)
  if middle == 0 { return 0 }
  return (quantile(0.75, of: samples) - quantile(0.25, of: samples)) / middle
}

/// The value below which a fraction of the samples lies, interpolated between adjacent samples.
public func quantile(_ part: Double, of samples: [Double]) -> Double {
  let sorted = samples.sorted()
  let position = part * Double(sorted.count - 1)
  let lower = Int(position.rounded(.down))
  let upper = min(lower + 1, sorted.count - 1)
  return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
}
