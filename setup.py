"Packaging; every value stands in settings.ini, which nbdev reads, too."
import shutil
from configparser import ConfigParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py


class BuildWithTours(build_py):
    "The modules, and the tours of the notebooks with their data, as `indexing_tools/notebooks`."

    def run(self) -> None:
        "Copy the modules, then the tours."
        super().run()
        if self.editable_mode:  # a clone has its `nbs`
            return
        spec = spec_from_file_location("tours", "indexing_tools/cli/tours.py")
        tours = module_from_spec(spec)
        spec.loader.exec_module(tours)
        for name in tours.tour_files(Path("nbs")):
            copy = Path(self.build_lib, "indexing_tools", "notebooks", name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path("nbs", name), copy)


parser = ConfigParser(delimiters=["="])
parser.read("settings.ini", encoding="utf-8")
cfg = parser["DEFAULT"]
extra = "_requirements"

setup(
    cmdclass={"build_py": BuildWithTours},
    name=cfg["lib_name"],
    version=cfg["version"],
    description=cfg["description"],
    long_description=Path("README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    author=cfg["author"],
    author_email=cfg["author_email"],
    license="Apache-2.0",
    license_files=["LICENSE", "NOTICE"],
    keywords=cfg["keywords"].split(),
    classifiers=[
        "Development Status :: 3 - Alpha",
        "Framework :: Jupyter",
        "Intended Audience :: Developers",
        "Intended Audience :: Science/Research",
        "Programming Language :: Python :: 3 :: Only",
        "Topic :: Software Development :: Compilers",
    ],
    packages=find_packages(include=["indexing_tools", "indexing_tools.*"]),
    package_data={
        "indexing_tools.pictures": ["static/*.js", "static/*.css"],
        "indexing_tools.programs.loaders": ["targets/*.txtpb"],
    },
    python_requires=">=" + cfg["min_python"],
    install_requires=cfg["requirements"].split(),
    extras_require={k.removesuffix(extra): cfg[k].split() for k in cfg if k.endswith(extra)},
    entry_points={"console_scripts": cfg["console_scripts"].split("\n")},
    zip_safe=False,
)
