# The formula of Homebrew, for macOS and Linux. Untested: there is no macOS here. `brew install --build-from-source ./mixmi.rb`.
class Mixmi < Formula
  desc "Conditional mutual information and causal graphs in mixed data"
  homepage "https://git.a-seed-378f4f18.example/mixmi"
  url "https://git.a-seed-378f4f18.example/mixmi/archive/v0.2.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "GPL-3.0-or-later"
  head "https://git.a-seed-378f4f18.example/mixmi.git", branch: "main"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pkg-config" => :build
  depends_on "random123" => :build
  depends_on "expat"
  depends_on "gsl"
  depends_on "jansson"
  depends_on "readstat"
  depends_on "sqlite"
  depends_on "xz"
  depends_on "zstd"

  def install
    system "cmake", "-G", "Ninja", "-S", ".", "-B", "build-brew", "-DMIXMI_PROGRAMS=OFF", *std_cmake_args
    system "cmake", "--build", "build-brew"
    system "cmake", "--install", "build-brew"
    pkgshare.install "data/penguins.csv"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/mixmi --version")
    output = shell_output("#{bin}/mixmi cmi #{pkgshare}/penguins.csv -x bill_length_mm -y bill_depth_mm -z species")
    assert_match "nats", output
  end
end
